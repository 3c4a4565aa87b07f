namespace S7OpcBridge.Startup;

/// <summary>The running parts of a service. Disposing stops them one by one, the last added first. Not thread-safe.</summary>
internal sealed class RunningParts : IAsyncDisposable
{
    private readonly Stack<Func<ValueTask>> _stops = [];

    /// <summary>Adds a part that was started, if there is one.</summary>
    /// <returns>The part.</returns>
    public T Add<T>(T part)
        where T : IAsyncDisposable?
    {
        if (part is not null)
            _stops.Push(part.DisposeAsync);
        return part;
    }

    /// <summary>Adds what is to be done in its turn when the parts are stopped.</summary>
    public void OnStop(Func<Task> stop) => _stops.Push(async () => await stop());

    /// <inheritdoc cref="OnStop(Func{Task})"/>
    public void OnStop(Action stop) =>
        _stops.Push(() =>
        {
            stop();
            return ValueTask.CompletedTask;
        });

    /// <summary>Stops the parts; a second call does nothing. When one fails, those added before it are stopped by the next call.</summary>
    public async ValueTask DisposeAsync()
    {
        while (_stops.TryPop(out var stop))
            await stop();
    }
}
