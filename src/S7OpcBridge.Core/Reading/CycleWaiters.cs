namespace S7OpcBridge.Core;

/// <summary>Those who wait for the next cycle of a class: they share one task, which ends when the batch of that cycle has been applied.</summary>
internal sealed class CycleWaiters
{
    private TaskCompletionSource? _waiting;

    /// <summary>Waits for the next cycle that starts.</summary>
    public Task Join(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (Volatile.Read(ref _waiting) is { } there)
                return there.Task.WaitAsync(cancellationToken);
            var mine = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            Interlocked.CompareExchange(ref _waiting, mine, null);
        }
    }

    /// <summary>Takes those who waited so far; null: nobody.</summary>
    public TaskCompletionSource? Take() => Volatile.Read(ref _waiting) is null ? null : Interlocked.Exchange(ref _waiting, null);
}
