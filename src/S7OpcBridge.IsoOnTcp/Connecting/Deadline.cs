namespace S7OpcBridge.IsoOnTcp.Connecting;

/// <summary>The time limit of a step, combined with the caller's cancellation.</summary>
internal sealed class Deadline : IDisposable
{
    private readonly CancellationTokenSource _limit;
    private readonly CancellationTokenSource _joined;

    private Deadline(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        _limit = new CancellationTokenSource(timeout, time);
        _joined = CancellationTokenSource.CreateLinkedTokenSource(_limit.Token, cancellationToken);
    }

    public CancellationToken Token => _joined.Token;

    public static Deadline Start(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken) =>
        new(timeout, time, cancellationToken);

    public void Dispose()
    {
        _joined.Dispose();
        _limit.Dispose();
    }
}
