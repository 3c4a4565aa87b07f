using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>
/// What is awaited to go on with on the pool, whatever the thread: behind all that waits there, so that others get their turn. One waiter at a time; made once
/// for each, so that no hop allocates.
/// </summary>
internal sealed class PoolHop : ICriticalNotifyCompletion, IThreadPoolWorkItem
{
    private Action? _next;

    public bool IsCompleted => false;

    public PoolHop GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation)
    {
        _next = continuation;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    void IThreadPoolWorkItem.Execute()
    {
        var next = _next!;
        _next = null;
        next();
    }
}
