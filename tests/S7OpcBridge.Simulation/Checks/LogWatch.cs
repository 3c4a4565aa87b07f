using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Simulation.Checks;

/// <summary>Reads the log of the bridge: an internal error is a failure of the run.</summary>
internal sealed class LogWatch(Action<string> note, Action<string> fail) : ILoggerFactory, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider) { }

    public void Dispose() { }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        if (!IsEnabled(logLevel))
            return;
        note($"log {eventId.Id}: {formatter(state, exception)}");
        if (logLevel == LogLevel.Critical)
            fail($"The bridge reports an internal error: {formatter(state, exception)} {exception}");
    }
}
