using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Core.Tests;

/// <summary>Keeps what is logged.</summary>
internal sealed class ListLog : ILoggerFactory, ILogger
{
    private readonly List<(EventId Id, string Text)> _lines = [];

    public (EventId Id, string Text)[] Lines
    {
        get
        {
            lock (_lines)
                return [.. _lines];
        }
    }

    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider) { }

    public void Dispose() { }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        lock (_lines)
            _lines.Add((eventId, formatter(state, exception) + exception));
    }
}
