using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Logging;

/// <summary>Orleans' own messages, all as Debug or below: what a user has to know is said by <see cref="ClusterLog"/>.</summary>
internal sealed class OrleansLogging(ILoggerFactory loggers) : ILoggerFactory
{
    public ILogger CreateLogger(string categoryName) => new Demoted(loggers.CreateLogger(categoryName));

    public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException("The program decides where logs go.");

    public void Dispose() { }

    private sealed class Demoted(ILogger logger) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logger.IsEnabled(Below(logLevel));

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => logger.Log(Below(logLevel), eventId, state, exception, formatter);

        private static LogLevel Below(LogLevel level) => level >= LogLevel.Warning ? LogLevel.Debug : LogLevel.Trace;
    }
}
