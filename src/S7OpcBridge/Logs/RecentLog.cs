using System.Globalization;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Words;

namespace S7OpcBridge.Logs;

/// <summary>Keeps the last lines of the log in memory for <c>report</c>. Any thread.</summary>
internal sealed class RecentLog(TimeProvider time) : ILoggerProvider
{
    private const int MostLines = 1000,
        LongestLine = 2000;

    private readonly Lock _gate = new();
    private readonly Queue<string> _lines = new();

    /// <summary>The lines, the oldest first.</summary>
    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_gate)
                return [.. _lines];
        }
    }

    public ILogger CreateLogger(string categoryName) => new Line(this, categoryName);

    public void Dispose() { }

    private void Add(string line)
    {
        lock (_gate)
        {
            if (_lines.Count == MostLines)
                _lines.Dequeue();
            _lines.Enqueue(line);
        }
    }

    private sealed class Line(RecentLog log, string category) : ILogger
    {
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
            var text = Printable.From($"{formatter(state, exception)}{(exception is null ? "" : $" {exception}")}", LongestLine);
            log.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{log.Now:yyyy-MM-ddTHH:mm:ss.fffZ} {logLevel} {category}[{eventId.Id}] {text}"
                )
            );
        }
    }

    private DateTime Now => time.GetUtcNow().UtcDateTime;
}
