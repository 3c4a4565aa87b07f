namespace S7OpcBridge.S7Plus.Transport;

/// <summary>The time limit of one step of connecting, combined with the caller's cancellation.</summary>
internal sealed class StepTimeout : IDisposable
{
    private readonly CancellationTokenSource _limit;
    private readonly CancellationTokenSource _joined;

    public StepTimeout(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        _limit = new CancellationTokenSource(timeout, time);
        _joined = CancellationTokenSource.CreateLinkedTokenSource(_limit.Token, cancellationToken);
    }

    public CancellationToken Token => _joined.Token;

    public void Dispose()
    {
        _joined.Dispose();
        _limit.Dispose();
    }
}
