namespace S7OpcBridge.PubSub.Datasets;

/// <summary>A hash of names (FNV-1a of 32 bits over UTF-16 letters): the same on each machine and after each start, so numbers made from it stay.</summary>
internal static class NameHash
{
    /// <summary>The hash of no letter.</summary>
    public const uint Empty = 2166136261;

    /// <summary>Goes on with a name.</summary>
    public static uint Add(uint hash, string name)
    {
        foreach (var letter in name)
            hash = Add(hash, letter);
        return hash;
    }

    /// <summary>Goes on with a letter or a number.</summary>
    public static uint Add(uint hash, uint letter) => (hash ^ letter) * 16777619;
}
