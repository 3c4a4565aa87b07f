namespace S7OpcBridge.PubSub.Publishing;

/// <summary>The writers of one rate, with a fixed deadline.</summary>
/// <param name="interval">Time between two deadlines, in ticks.</param>
/// <param name="isOnChange">True: the interval is the least distance of messages that follow changes.</param>
internal sealed class RateGroup(long interval, bool isOnChange)
{
    /// <summary>Time between two deadlines, in ticks.</summary>
    public long Interval => interval;

    /// <summary>True: the interval is the least distance of messages that follow changes.</summary>
    public bool IsOnChange => isOnChange;

    /// <summary>Its writers.</summary>
    public List<TagWriter> Writers { get; } = [];

    /// <summary>The next deadline, as <see cref="PublishRun.Now"/>.</summary>
    public long Due { get; set; }

    /// <summary>Moves the deadline behind a moment; what was missed is not made up for.</summary>
    public void Advance(long now)
    {
        Due += interval;
        if (Due <= now)
            Due += ((now - Due) / interval + 1) * interval;
    }
}
