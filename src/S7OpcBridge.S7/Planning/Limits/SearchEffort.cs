namespace S7OpcBridge.S7;

/// <summary>How long a plan is improved after the quick search has found one. Immutable; any thread.</summary>
public sealed class SearchEffort
{
    private readonly long _perAtom;
    private readonly long _most;
    private readonly CancellationToken _timeIsUp;
    private readonly CancellationToken _stopped;

    /// <summary>An effort in table cells; a thousand million take about a second.</summary>
    internal SearchEffort(long perAtom, long most, CancellationToken timeIsUp, CancellationToken stopped) =>
        (_perAtom, _most, _timeIsUp, _stopped) = (perAtom, most, timeIsUp, stopped);

    /// <summary>For a plan that somebody waits for: some milliseconds per thousand ranges, a few hundred at most.</summary>
    public static SearchEffort Short { get; } = new(10_000, 100_000_000, CancellationToken.None, CancellationToken.None);

    /// <summary>For a plan that nobody waits for: some seconds per plan. The same ranges give the same plan unless the time is up.</summary>
    /// <param name="timeIsUp">Ends the search with the best plan so far.</param>
    /// <param name="stopped">Ends the search with an <see cref="OperationCanceledException"/>.</param>
    public static SearchEffort Long(CancellationToken timeIsUp, CancellationToken stopped) =>
        new(2_000_000, 4_000_000_000, timeIsUp, stopped);

    internal bool IsTimeUp => _timeIsUp.IsCancellationRequested;

    internal long StepsFor(int atoms) => Math.Min(_most, atoms * _perAtom);

    internal void ThrowIfStopped() => _stopped.ThrowIfCancellationRequested();
}
