using System.Net.Sockets;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;
using S7OpcBridge.Identity;
using S7OpcBridge.Logs;
using S7OpcBridge.Output;
using S7OpcBridge.Simulator;
using S7OpcBridge.Startup;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>Runs a service until Ctrl+C, SIGTERM or the token stops it. Logs one line per event on standard error and stops within five seconds.</summary>
internal static class ConsoleHost
{
    /// <summary>
    /// Prefix of environment variables that configure logging: <c>S7OPCBRIDGE_Logging__LogLevel__Default=Debug</c>,
    /// <c>S7OPCBRIDGE_Logging__Console__FormatterName=json</c>.
    /// </summary>
    private const string VariablePrefix = "S7OPCBRIDGE_";

    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(5);

    /// <summary>True where the log is JSON; then nothing else is printed between its lines.</summary>
    public static bool LogsJson { get; } =
        string.Equals(
            new ConfigurationBuilder().AddEnvironmentVariables(VariablePrefix).Build()["Logging:Console:FormatterName"],
            ConsoleFormatterNames.Json,
            StringComparison.OrdinalIgnoreCase
        );

    /// <summary>Logs before a host exists.</summary>
    public static void Log(Action<ILogger> lines)
    {
        using var host = Builder().Build();
        lines(host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("S7OpcBridge"));
    }

    /// <summary>Builds and runs the service, and prints a sentence where it cannot start.</summary>
    /// <param name="service">Makes the service.</param>
    /// <param name="error">Receives the sentence.</param>
    /// <param name="cancellationToken">Stops the service.</param>
    /// <param name="log">What the service does with the log besides printing it; null: nothing.</param>
    public static async Task<int> RunAsync(
        Func<ILoggerFactory, IHostedService> service,
        TextWriter error,
        CancellationToken cancellationToken,
        HostLog? log = null
    )
    {
        using var host = Build(service, log);
        var stopping = host.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
        try
        {
            await host.RunAsync(cancellationToken);
            return ExitCode.Ok;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested || stopping.IsCancellationRequested)
        {
            // Stopped during the start.
            return ExitCode.Ok;
        }
        catch (Exception fault)
            when (fault is StartException or WebStartException or CertificateStoreException or SoftPlcException or SocketException)
        {
            if (LogsJson)
                Log(logger => BridgeLog.NotStarted(logger, fault.Message));
            else
                error.WriteLine(fault is FaultScriptException ? fault.Message : $"s7opcbridge: {fault.Message.ReplaceLineEndings(" ")}");
            return ExitCode.Failed;
        }
    }

    private static IHost Build(Func<ILoggerFactory, IHostedService> service, HostLog? log)
    {
        var builder = Builder(log);
        builder.Services.AddSingleton(services => service(services.GetRequiredService<ILoggerFactory>()));
        return builder.Build();
    }

    private static HostApplicationBuilder Builder(HostLog? log = null)
    {
        var builder = new HostApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        // Before the variables, which take precedence.
        if (log is not null)
            ((IConfigurationBuilder)builder.Configuration).Add(log.Levels);
        builder.Configuration.AddEnvironmentVariables(VariablePrefix);
        builder.Logging.AddConfiguration(builder.Configuration.GetSection("Logging"));
        // Before AddConsole, which binds the environment variables, so that the user's settings take precedence.
        builder.Services.Configure<SimpleConsoleFormatterOptions>(options =>
        {
            options.SingleLine = true;
            options.TimestampFormat = "yyyy-MM-ddTHH:mm:ss.fffK ";
            options.UseUtcTimestamp = true;
        });
        builder.Services.Configure<JsonConsoleFormatterOptions>(options =>
        {
            options.TimestampFormat = "yyyy-MM-ddTHH:mm:ss.fffZ";
            options.UseUtcTimestamp = true;
        });
        builder.Logging.AddConsole();
        PrintableLog.Over(builder.Services);
        if (log is not null)
            builder.Services.AddSingleton<ILoggerProvider>(log.Recent);
        // Nothing happens here unless the service manager of Windows started the program: then also the event log.
        builder.Services.AddWindowsService();
        builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
        // RunAsync prints a failed start as one sentence; the host would add a stack trace.
        builder.Logging.AddFilter("Microsoft.Extensions.Hosting", LogLevel.None);
        builder.Services.Configure<ConsoleLoggerOptions>(options =>
        {
            options.LogToStandardErrorThreshold = LogLevel.Trace;
            options.FormatterName ??= ConsoleFormatterNames.Simple;
            // A reader that stops reading the log must not block the bridge: lines are dropped, and the log states how many.
            options.QueueFullMode = ConsoleLoggerQueueFullMode.DropWrite;
        });
        builder.Services.Configure<ConsoleLifetimeOptions>(options => options.SuppressStatusMessages = true);
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = StopWithin);
        return builder;
    }
}
