using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>
/// An awaitable that continues on the thread pool, after everything queued there, so that other clients are served between. One waiter at a time; made once
/// per connection, so that no use allocates.
/// </summary>
internal sealed class PoolYield : ICriticalNotifyCompletion, IThreadPoolWorkItem
{
    private Action? _next;

    public bool IsCompleted => false;

    public PoolYield GetAwaiter() => this;

    public void GetResult() { }

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
