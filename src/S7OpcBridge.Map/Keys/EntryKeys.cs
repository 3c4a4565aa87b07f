namespace S7OpcBridge.Map.Keys;

/// <summary>The keys by which the kinds of entries in a list of tags are told apart.</summary>
internal static class EntryKeys
{
    public const string From = "from", Use = "use", Group = "group", Tags = "tags";
}
