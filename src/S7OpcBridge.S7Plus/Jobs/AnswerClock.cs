namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>
/// The clock by which requests wait for their answers: it stands still while an answer comes in fragments, because other answers wait behind it. Notifications
/// and complete answers to other requests do not stop it, so that a lost answer is noticed however much else arrives.
/// </summary>
/// <remarks>The receive loop calls <see cref="Received"/>; any thread may read the clock.</remarks>
internal sealed class AnswerClock(TimeProvider time)
{
    private const long Runs = long.MinValue;

    private long _standsAt = Runs;
    private long _stood;
    private long _last;

    /// <summary>The time in timestamps of the provider, less the time for which it stood.</summary>
    public long Now
    {
        get
        {
            var now = time.GetTimestamp();
            var standsAt = Volatile.Read(ref _standsAt);
            return standsAt == Runs ? now - Volatile.Read(ref _stood) : standsAt;
        }
    }

    /// <summary>For how long a request that was sent at <paramref name="sent"/> has waited.</summary>
    public TimeSpan Waited(long sent) => time.GetElapsedTime(sent, Now);

    /// <summary>Time since the last bytes of an incomplete answer; zero where none is incomplete.</summary>
    public TimeSpan Silence => Volatile.Read(ref _standsAt) == Runs ? TimeSpan.Zero : time.GetElapsedTime(Volatile.Read(ref _last));

    /// <summary>Called after received bytes were processed.</summary>
    /// <param name="isMidAnswer">True: they ended within an answer.</param>
    public void Received(bool isMidAnswer)
    {
        var now = time.GetTimestamp();
        if (_standsAt != Runs)
            Volatile.Write(ref _stood, _stood + now - _last);
        Volatile.Write(ref _last, now);
        Volatile.Write(ref _standsAt, isMidAnswer ? now - _stood : Runs);
    }
}
