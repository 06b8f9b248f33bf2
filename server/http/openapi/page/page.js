/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  // The document is for reading: a write tried out here would be a real one.
  supportedSubmitMethods: [],
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
})
