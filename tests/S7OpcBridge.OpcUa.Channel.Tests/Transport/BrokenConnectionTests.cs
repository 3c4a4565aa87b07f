using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>
/// Connections that end in the middle of something, again and again: nothing of them stays, neither memory of requests that never became whole (CVE-2024-33862)
/// nor connections and sessions (GCVE-105-2025-001).
/// </summary>
[CancelAfter(60_000)]
internal sealed class BrokenConnectionTests : UaServerFixture
{
    private const int Times = 100;

    [Test]
    public async Task Requests_that_are_aborted_or_never_become_whole_leave_no_memory_behind()
    {
        await StartAsync();
        var client = await SessionAsync();
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        await Poll.UntilAsync(() => Server.Server.Connections == 1, Stop);
        var before = Server.Server.ClientMemory.Taken;
        for (var i = 0; i < Times; i++)
        {
            await using var channel = await UaTestChannel.OpenAsync(Server.Port, Stop);
            for (var n = 0; n < 5; n++)
            {
                await channel.SendRawAsync(channel.MessageChunk('C', 50, new byte[8_000]), Stop);
                await channel.SendRawAsync(channel.MessageChunk('A', 50, new byte[8]), Stop);
            }

            await channel.SendRawAsync(channel.MessageChunk('C', 51, new byte[8_000]), Stop);
            var last = channel.MessageChunk('C', 51, new byte[8_000]);
            await channel.SendRawAsync(last.AsMemory(0, i % last.Length), Stop);
        }

        await Poll.UntilAsync(() => Server.Server.Connections == 1, Stop);
        await Poll.UntilAsync(() => Server.Server.ClientMemory.Taken <= before, Stop);
        Assert.That((await client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood);
    }

    [TestCase("accept"), TestCase("HEL"), TestCase("OPN"), TestCase("CreateSession"), TestCase("chunk")]
    public async Task Connections_that_are_reset_leave_nothing_open(string after)
    {
        await StartAsync(options => options with { Limits = options.Limits with { MinSessionTimeout = TimeSpan.FromMilliseconds(100) } });
        var (handles, before) = (HandlesOf(), Server.Server.ClientMemory.Taken);
        for (var i = 0; i < Times; i++)
            await ResetAsync(after);
        await Poll.UntilAsync(() => (Server.Server.Connections, Server.Server.Sessions) == (0, 0), Stop);
        await Poll.UntilAsync(() => Server.Server.ClientMemory.Taken <= before, Stop);
        await Poll.UntilAsync(() => HandlesOf() < handles + Times / 2, Stop);
        Assert.That(Server.Events.OfType<RequestFailed>().Select(e => e.Exception), Is.Empty);
        var client = await SessionAsync();
        Assert.That((await client.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status.IsGood);
    }

    // Handles of the whole process; other tests of the run may have some of them.
    private static int HandlesOf() => Directory.Exists("/proc/self/fd") ? Directory.GetFileSystemEntries("/proc/self/fd").Length : 0;

    private async Task ResetAsync(string after)
    {
        await using var channel = await UaTestChannel.ConnectAsync(Server.Port, Stop);
        channel.EndsWithReset = true;
        if (after == "accept")
            return;
        await channel.HelloAsync(Stop);
        if (after == "HEL")
            return;
        await channel.OpenAsync(Stop);
        switch (after)
        {
            case "CreateSession":
                await channel.SendAsync(
                    new CreateSessionRequest
                    {
                        ClientDescription = new ApplicationDescription { ApplicationUri = "urn:test:client" },
                        EndpointUrl = "opc.tcp://localhost:4840",
                        ClientNonce = new byte[32],
                        RequestedSessionTimeout = 100,
                    },
                    Stop
                );
                await channel.ReceiveAsync(Stop);
                break;
            case "chunk":
                await channel.SendRawAsync(channel.MessageChunk('C', 50, new byte[8_000]).AsMemory(0, 4_000), Stop);
                break;
        }
    }
}
