namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Publishes some tags of the same rate. Used by the publishing loop alone.</summary>
/// <param name="tags">Its tags.</param>
/// <param name="plc">The PLC of all of them; -1: they may be of several.</param>
/// <param name="rate">When it publishes.</param>
internal abstract class TagWriter(int[] tags, int plc, PublishRate rate)
{
    /// <summary>Its first word in the marks.</summary>
    public int FirstWord { get; set; }

    /// <summary>Its words in the marks.</summary>
    public int Words => (tags.Length + 63) / 64;

    /// <summary>Its tags, in the order of their marks.</summary>
    public ReadOnlySpan<int> Tags => tags;

    /// <summary>The PLC of all its tags; -1: they may be of several.</summary>
    public int Plc => plc;

    /// <summary>When it publishes.</summary>
    public PublishRate Rate => rate;

    /// <summary>The time of the rate is over: publishes what there is.</summary>
    public abstract void Publish(PublishRun run);

    /// <summary>Publishes all values now, out of turn, if there are any yet.</summary>
    public abstract void PublishAll(PublishRun run);
}
