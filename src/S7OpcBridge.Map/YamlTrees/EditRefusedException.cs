namespace S7OpcBridge.Map.YamlTrees;

/// <summary>An edit that cannot be made without harm to the rest of the text; the text stays as it is.</summary>
/// <param name="at">The character of the text to look at.</param>
/// <param name="message">What is in the way and what to do by hand.</param>
internal sealed class EditRefusedException(int at, string message) : Exception(message)
{
    public int At => at;
}
