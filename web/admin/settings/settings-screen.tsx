export default function SettingsScreen() {
  return null
}
