using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Opening;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>A caller that sends nonsense ends its own connection at most.</summary>
[CancelAfter(120_000)]
internal sealed class PlusHostileTests
{
    [Test]
    public async Task Changed_requests_of_a_real_conversation_disturb_no_other_client(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Access = SoftAccess.Hmi;
        var conversation = await RecordAsync(plant, cancel);
        await using var witness = await plant.ConnectAsync(cancel);
        var random = new Random(11);
        for (var round = 0; round < 120; round++)
        {
            await PlayAsync(plant, conversation, random, cancel);
            if (round % 20 == 0)
                Assert.That(await plant.ReadAsync(witness, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
        }

        await using var late = await plant.ConnectAsync(cancel);
        Assert.That(await plant.ReadAsync(late, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
    }

    [Test]
    public async Task A_caller_that_says_nothing_costs_the_others_nothing(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var silent = await PlusConnector.OpenAsync(plant.Options, TimeProvider.System, cancel);
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
        Assert.That(plant.Plus.Sessions, Is.EqualTo(1), "who only knocked has no session");
    }

    // What our client sends in a session with everything in it.
    private static async Task<List<byte[]>> RecordAsync(PlusPlant plant, CancellationToken cancel)
    {
        var sent = new List<byte[]>();
        var options = plant.Options with
        {
            WireLog = entry =>
            {
                if (entry.IsSent)
                    sent.Add(entry.Bytes.ToArray());
            },
        };
        await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel);
        await plant.ReadAsync(connection, cancel, "DB_Pack.Count", "DB_Pack.Made", "DB_Pack.Temps[3]");
        await plant.WriteAsync(connection, "DB_Pack.Name", [20, 1, 65, .. new byte[19]], cancel);
        var subscription = await connection.SubscribeAsync(
            new[] { plant.Plus.ItemOf("DB_Pack.Count") },
            new S7PlusSubscriptionOptions { Cycle = TimeSpan.FromMilliseconds(100) },
            _ => { },
            cancel
        );
        await subscription.DeleteAsync(cancel);
        return sent;
    }

    // Sends the conversation again, with one request changed. The ids of the sessions rise by two each time, so they are put right.
    private static async Task PlayAsync(PlusPlant plant, List<byte[]> conversation, Random random, CancellationToken cancel)
    {
        await using var link = await PlusConnector.OpenAsync(plant.Options, TimeProvider.System, cancel);
        var changed = random.Next(conversation.Count);
        var buffer = new byte[4096];
        var session = new byte[4];
        try
        {
            for (var i = 0; i < conversation.Count; i++)
            {
                var bytes = conversation[i].ToArray();
                if (i > 0)
                    session.CopyTo(bytes, SessionOffset);
                for (var times = i == changed ? 1 + random.Next(4) : 0; times > 0; times--)
                    bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
                await link.Duplex.SendAsync(bytes, cancel);
                if (i > changed)
                    continue;
                if (i == changed)
                    break;
                var received = await link.Duplex.ReceiveAsync(buffer, cancel);
                if (i == 0 && received > 30)
                    FindSession(buffer.AsSpan(0, received)).CopyTo(session, 0);
            }
        }
        catch (S7PlusException)
        {
            // Thrown out, as it should be.
        }
    }

    // Header 4, opcode 1, reserved and function 6, sequence 2.
    private const int SessionOffset = 13;

    // The first id behind the return value: a VLQ of five bytes that begins with 87, for 0x70000000 and above.
    private static byte[] FindSession(ReadOnlySpan<byte> answer)
    {
        var at = answer.IndexOf((ReadOnlySpan<byte>)[0x87, 0x80, 0x80]);
        var value = 0u;
        for (var i = 0; i < 5; i++)
            value = (value << 7) | (uint)(answer[at + i] & 0x7F);
        return [(byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value];
    }
}
