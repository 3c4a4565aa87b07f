using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Doctor;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Tests;

/// <summary>What the doctor says of clients that the server dials.</summary>
[CancelAfter(30_000)]
public sealed class ReverseReportTests
{
    [Test]
    public async Task Without_a_running_bridge_each_is_dialled_once_and_told_the_first_advertised_url(CancellationToken cancellationToken)
    {
        using var mes = new TcpListener(IPAddress.Loopback, 0);
        mes.Start();
        var gone = new TcpListener(IPAddress.Loopback, 0);
        gone.Start();
        var (here, nowhere) = ($"opc.tcp://{mes.LocalEndpoint}", $"opc.tcp://{gone.LocalEndpoint}");
        gone.Stop();
        var server = new ServerSettings
        {
            Advertise = ["edge01"],
            ReverseConnect = [new(here, null, TimeSpan.FromSeconds(10)), new(nowhere, "opc.tcp://other:4840", TimeSpan.FromSeconds(10))],
        };

        var reports = await ReverseReport.DialAsync(server, TimeProvider.System, cancellationToken);
        Assert.That(reports[0], Is.EqualTo(new ReverseReport(here, "opc.tcp://edge01:4840", true, "It took the connection and waits.")));
        Assert.That((reports[1].Ok, reports[1].Endpoint), Is.EqualTo((false, "opc.tcp://other:4840")));
        Assert.That(reports[1].Detail, Does.StartWith("Nothing listens on port").And.EndsWith("."));
        Assert.That(new DoctorReport([]) { Clients = reports }.Ok, Is.False);
        Assert.That(new DoctorReport([]) { Clients = [reports[0]] }.Ok, Is.True);
    }

    [TestCase(ReverseState.Connected, true, "It is connected.")]
    [TestCase(ReverseState.Waiting, true, "It took the connection and may use it at any time.")]
    [TestCase(ReverseState.Failed, false, "Nothing listens there.")]
    [TestCase(ReverseState.Dialling, false, "Nothing listens there.")]
    public void The_running_bridge_tells_its_own_state(ReverseState state, bool ok, string detail)
    {
        var now = DateTimeOffset.UnixEpoch;
        var status = new ReverseStatus("opc.tcp://mes:48060", "opc.tcp://edge01:4840", state, now, 0, 1, 1, "nothing listens there", now);
        Assert.That(
            ReverseReport.From([status]),
            Is.EqualTo(new[] { new ReverseReport("opc.tcp://mes:48060", "opc.tcp://edge01:4840", ok, detail) })
        );
    }
}
