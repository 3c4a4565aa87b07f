namespace S7OpcBridge.Core.Reading;

/// <summary>The callers that wait for the next cycle of a class. They share one task, which completes when the batch of that cycle has been applied.</summary>
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

    /// <summary>Removes the task of the callers so far and returns it; null: nobody waits.</summary>
    public TaskCompletionSource? DequeueAll() => Volatile.Read(ref _waiting) is null ? null : Interlocked.Exchange(ref _waiting, null);
}
