using System.Globalization;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Web;
using S7OpcBridge.Words;

namespace S7OpcBridge.Logs;

/// <summary>Keeps the last lines of the log in memory for <c>report</c> and the page. Any thread.</summary>
internal sealed class RecentLog(TimeProvider time) : ILoggerProvider
{
    private const int MostLines = 1000,
        LongestLine = 2000;

    private readonly Lock _gate = new();
    private readonly Queue<LogLine> _lines = new();
    private long _last;

    /// <summary>The lines, the oldest first.</summary>
    public IReadOnlyList<string> Lines =>
        [
            .. LinesAfter(0)
                .Select(static line =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{line.Time:yyyy-MM-ddTHH:mm:ss.fffZ} {line.Level} {line.Category}[{line.Event}] {line.Text}"
                    )
                ),
        ];

    /// <summary>The lines after a number, the oldest first.</summary>
    public IReadOnlyList<LogLine> LinesAfter(long number)
    {
        lock (_gate)
            return [.. _lines.Where(line => line.Number > number)];
    }

    public ILogger CreateLogger(string categoryName) => new Line(this, categoryName);

    public void Dispose() { }

    private void Add(LogLevel level, string category, int id, string text)
    {
        lock (_gate)
        {
            if (_lines.Count == MostLines)
                _lines.Dequeue();
            _lines.Enqueue(new LogLine(++_last, Now, level.ToString(), category, id, text));
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
            log.Add(logLevel, category, eventId.Id, text);
        }
    }

    private DateTime Now => time.GetUtcNow().UtcDateTime;
}
