using System.Diagnostics;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A node of a cluster as users run it, which can be killed, frozen, stopped and started again.</summary>
internal sealed class ClusterNodeProcess(string name, string folder, string? program) : IAsyncDisposable
{
    private BridgeProcess? _bridge;

    public string Name => name;

    public string Map => Path.Combine(folder, $"{name}.yaml");

    /// <summary>What it has logged, over all its runs.</summary>
    public string Log => Path.Combine(folder, $"{name}.log");

    public int Port { get; } = FreePort.Next();

    public int SiloPort { get; } = FreePort.Next();

    public bool Runs => _bridge is not null;

    public BridgeProcess Bridge => _bridge!;

    public async Task StartAsync() => _bridge ??= await BridgeProcess.StartAsync(Map, program, Log);

    /// <summary>Sends a signal.</summary>
    public async Task SignalAsync(string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{_bridge!.Id}"]);
        await kill.WaitForExitAsync();
    }

    /// <summary>Waits until the process has ended.</summary>
    public async Task EndedAsync()
    {
        while (Directory.Exists($"/proc/{_bridge!.Id}") && !IsZombie(_bridge.Id))
            await Task.Delay(TimeSpan.FromMilliseconds(20));
        await DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is { } bridge)
            await bridge.DisposeAsync();
        _bridge = null;
    }

    private static bool IsZombie(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/stat").Contains(") Z ", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return true;
        }
    }
}
