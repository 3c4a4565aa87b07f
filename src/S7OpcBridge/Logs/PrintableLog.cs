using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;
using S7OpcBridge.Words;

namespace S7OpcBridge.Logs;

/// <summary>Console logging in which every message is one line without control sequences, wherever its text comes from.</summary>
[ProviderAlias("Console")]
internal sealed class PrintableLog(ConsoleLoggerProvider console) : ILoggerProvider, ISupportExternalScope
{
    /// <summary>Replaces the console's own provider.</summary>
    public static void Over(IServiceCollection services)
    {
        services.RemoveAll<ILoggerProvider>();
        services.AddSingleton<ConsoleLoggerProvider>();
        services.AddSingleton<ILoggerProvider, PrintableLog>();
    }

    public ILogger CreateLogger(string categoryName) => new Line(console.CreateLogger(categoryName));

    public void SetScopeProvider(IExternalScopeProvider scopeProvider) => console.SetScopeProvider(scopeProvider);

    // The container disposes the console's provider.
    public void Dispose() { }

    private sealed class Line(ILogger console) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => console.BeginScope(state);

        public bool IsEnabled(LogLevel logLevel) => console.IsEnabled(logLevel);

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => console.Log(logLevel, eventId, state, exception, (said, fault) => Printable.From(formatter(said, fault), int.MaxValue));
    }
}
