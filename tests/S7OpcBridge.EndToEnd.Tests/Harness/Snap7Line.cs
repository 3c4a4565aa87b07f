using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Snap7 as the PLC and the built bridge on it, for clients that nobody here wrote either. What was started ends with it, also when the start fails half way.
/// </summary>
internal sealed class Snap7Line : IAsyncDisposable
{
    private Snap7Line(ChildProgram plc, Bridge bridge) => (Plc, Bridge) = (plc, bridge);

    /// <summary>Snap7's server; it takes commands on its input.</summary>
    public ChildProgram Plc { get; }

    public Bridge Bridge { get; }

    /// <summary>Starts both, or ends the test where node-snap7 or node-opcua is missing.</summary>
    /// <param name="map">The map, given the PLC's port; <c>{endpoint}</c> in it becomes the bridge's.</param>
    public static async Task<Snap7Line> StartAsync(Func<int, string> map)
    {
        await Interop.RequireAsync("node-snap7", "node-opcua-client");
        var port = FreePort.Next();
        var plc = Interop.Start("snap7-server.js", $"{port}");
        try
        {
            await plc.LineAsync(line => line == $"ready {port}", CancellationToken.None);
            return new Snap7Line(plc, await Bridge.StartAsync(map(port), CancellationToken.None));
        }
        catch
        {
            await plc.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Bridge.DisposeAsync();
        await Plc.DisposeAsync();
    }
}
