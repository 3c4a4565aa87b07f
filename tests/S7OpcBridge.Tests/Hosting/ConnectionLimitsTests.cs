using S7OpcBridge.Hosting;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests;

public sealed class ConnectionLimitsTests
{
    private static readonly UaServerLimits Wished = new() { MaxConnections = 1200, MaxConnectionsWithoutSession = 600 };

    [TestCase(null, true, 1200, 600)]
    [TestCase(1_048_576, true, 1200, 600)]
    [TestCase(1024, false, 760, 380)]
    [TestCase(1024, true, 536, 268)]
    [TestCase(400, false, 136, 68)]
    [TestCase(64, true, 16, 8)]
    public void Clients_take_no_more_handles_than_the_system_can_spare(int? handles, bool hasWeb, int connections, int withoutSession)
    {
        var limits = ConnectionLimits.Fit(Wished, plcs: 10, hasWeb, handles);
        Assert.That((limits.MaxConnections, limits.MaxConnectionsWithoutSession), Is.EqualTo((connections, withoutSession)));
    }

    [Test, Platform("Linux")]
    public void Linux_says_how_many_there_are() => Assert.That(ProcessHandles.Granted(), Is.GreaterThan(0));
}
