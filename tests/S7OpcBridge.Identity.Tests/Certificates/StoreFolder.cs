using Microsoft.Extensions.Logging;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Certificate stores in a folder of their own, and the log lines that they cause.</summary>
internal sealed class StoreFolder : IDisposable, ILogger, ILoggerFactory
{
    private readonly List<string> _lines = [];

    public StoreFolder()
    {
        Stores = new CertificateStores(Path.Combine(Root, "config", "certs"));
        Settings = new ServerSettings
        {
            Name = "edge01",
            Certificates = Stores.Folder,
            Advertise = ["edge01.plant.local", "10.0.0.5:4841"],
        };
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    public CertificateStores Stores { get; }

    public ServerSettings Settings { get; init; }

    public string Log
    {
        get
        {
            lock (_lines)
                return string.Join('\n', _lines);
        }
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);

    /// <summary>A map beside the stores, so that they are the default.</summary>
    public string Map()
    {
        var folder = Directory.CreateDirectory(Path.Combine(Root, "config")).FullName;
        var path = Path.Combine(folder, "plant.yaml");
        File.WriteAllText(
            path,
            "server: { name: edge01, advertise: [edge01.plant.local], trust: first-use }\nplcs: [ { name: A, host: h, tags: [] } ]"
        );
        return path;
    }

    /// <summary>The code with which a client is refused, or Good.</summary>
    public static string StatusOf(Func<StatusCode> check)
    {
        try
        {
            return StatusCodes.NameOf(check());
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }

    void ILogger.Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        lock (_lines)
            _lines.Add($"{logLevel}: {formatter(state, exception)}");
    }

    bool ILogger.IsEnabled(LogLevel logLevel) => true;

    IDisposable? ILogger.BeginScope<TState>(TState state) => null;

    ILogger ILoggerFactory.CreateLogger(string categoryName) => this;

    void ILoggerFactory.AddProvider(ILoggerProvider provider) { }
}
