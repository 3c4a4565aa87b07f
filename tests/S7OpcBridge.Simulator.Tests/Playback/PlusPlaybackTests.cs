using System.Net;
using System.Threading.Channels;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Simulator.Tests.Plus;

namespace S7OpcBridge.Simulator.Tests.Playback;

/// <summary>Sessions of S7CommPlus are recorded by our client and played back to it.</summary>
[CancelAfter(60_000)]
internal sealed class PlusPlaybackTests
{
    private static readonly string[] Symbols = ["\"DB_Pack\".Count", "\"DB_Pack\".State.Speed", "\"DB_Pack\".Temps", "\"DB_Pack\".Made"];

    [Test]
    public async Task A_fresh_client_browses_reads_writes_and_hears_what_was_recorded(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        string[] heard;
        await using (var plant = new PlusPlant())
            heard = await SessionAsync(plant.Options with { WireLog = recorded.Plus }, plant, cancel);

        await using var played = await recorded.PlayAsync(cancel);
        Assert.That(await SessionAsync(OptionsOf(played), null, cancel), Is.EqualTo(heard));
        Assert.That(await SessionAsync(OptionsOf(played), null, cancel), Is.EqualTo(heard), "each connection from the beginning");
        Assert.That(played.Missing, Is.Zero, () => string.Join('\n', recorded.Sentences()));
    }

    [TestCase("1;6ES7 512-1DM03-0AB0;V4.1", "user")]
    [TestCase("1;6ES7 512-1DM03-0AB0;V2.9", "")]
    public async Task A_password_is_not_in_the_log_and_every_one_opens_the_playback(string cpu, string user, CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using (var plant = new PlusPlant(new SoftPlusOptions { Cpu = cpu }))
        {
            (plant.Plus.Access, plant.Plus.Password) = (SoftAccess.None, "secret");
            plant.Plus.AddUser("user", "secret");
            var options = WithPassword(plant.Options, user, "secret") with { WireLog = recorded.Plus };
            await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel);
            Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Count"), Is.EqualTo(new[] { "00000000" }));
        }

        Assert.That(recorded.Text, Does.Contain("withheld: password").And.Not.Contain(Convert.ToHexStringLower("secret"u8)));
        await using var played = await recorded.PlayAsync(cancel);
        var others = WithPassword(OptionsOf(played), user, "another");
        await using var client = await S7PlusConnection.ConnectAsync(others, TimeProvider.System, cancel);
        Assert.That(client.IsAlive);
        Assert.That(played.Missing, Is.Zero, () => string.Join('\n', recorded.Sentences()));
    }

    [Test]
    public async Task Items_are_found_in_other_requests_and_unknown_ones_are_refused_and_named_once(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await using var plant = new PlusPlant();
        plant.Plus.Set("DB_Pack.Count", [1, 2, 3, 4]);
        await using (var connection = await ConnectAsync(plant.Options with { WireLog = recorded.Plus }, cancel))
            await plant.ReadAsync(connection, cancel, "DB_Pack.Count", "DB_Pack.State.Speed");

        await using var played = await recorded.PlayAsync(cancel);
        await using var client = await ConnectAsync(OptionsOf(played), cancel);
        for (var i = 0; i < 2; i++)
            Assert.That(
                await plant.ReadAsync(client, cancel, "DB_Pack.State.Speed", "DB_Pack.Fixed", "DB_Pack.Count"),
                Is.EqualTo(new[] { "00000000", "ObjectMissing", "01020304" })
            );
        Assert.That((short)await plant.WriteAsync(client, "DB_Pack.Count", [0, 0, 0, 1], cancel), Is.EqualTo(-12));
        Assert.That(
            async () => await S7PlusProgram.BrowseAsync(client, cancel),
            Throws.InstanceOf<S7PlusRefusedException>(),
            "an Explore that was not recorded"
        );
        Assert.That(
            async () => await client.SubscribeAsync(new[] { plant.Plus.ItemOf("DB_Pack.Count") }, new(), _ => { }, cancel),
            Throws.InstanceOf<S7PlusRefusedException>()
        );
        Assert.That(client.IsAlive);
        Assert.That(played.Missing, Is.EqualTo(5));
        Assert.That(recorded.Sentences(), Has.Length.EqualTo(4).And.All.StartsWith("Packer: not recorded, and refused: "));
    }

    [Test]
    public async Task A_log_without_the_beginning_of_a_connection_says_so(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        recorded.Add("Packer 2026-11-28T02:16:12.220Z >    61 72020035" + new string('0', 114));
        await Assert.ThatAsync(
            () => recorded.PlayAsync(cancel),
            Throws.InstanceOf<SoftPlcException>().With.Message.Contains("does not contain the beginning of a connection")
        );
    }

    private static S7PlusConnectionOptions OptionsOf(RecordedPlc plc) =>
        new()
        {
            Host = IPAddress.Loopback.ToString(),
            Port = plc.Endpoint.Port,
            Timeout = TimeSpan.FromSeconds(30),
            CertificateCheck = S7PlusCertificateChecks.Pin(plc.Thumbprint!),
        };

    private static S7PlusConnectionOptions WithPassword(S7PlusConnectionOptions options, string user, string password) =>
        options with
        {
            Password = _ => ValueTask.FromResult(new S7PlusPassword(password, user)),
        };

    private static Task<S7PlusConnection> ConnectAsync(S7PlusConnectionOptions options, CancellationToken cancel) =>
        S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel);

    // The same requests to a soft PLC, whose values change meanwhile, and to its recording.
    private static async Task<string[]> SessionAsync(S7PlusConnectionOptions options, PlusPlant? plant, CancellationToken cancel)
    {
        await using var connection = await ConnectAsync(options, cancel);
        var heard = new List<string> { $"{connection.Cpu} {connection.Limits}" };
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        heard.Add(string.Join(',', program.Blocks.Select(block => block.Name)));
        var items = new List<S7PlusItem>();
        foreach (var symbol in Symbols)
            items.Add((await program.FindAsync(symbol, cancel)).Symbol!.Item!.Value);
        for (byte i = 1; i <= 3; i++)
        {
            plant?.Plus.Set("DB_Pack.Count", [0, 0, 0, i]);
            var read = new S7PlusReadJob(items.ToArray());
            await connection.ReadAsync(read, cancel);
            heard.Add(string.Join(' ', Enumerable.Range(0, read.Count).Select(item => Convert.ToHexString(read.DataOf(item)))));
        }

        var write = new S7PlusWriteJob([items[0]]);
        write.SetData(0, [0, 0, 1, 0]);
        await connection.WriteAsync(write, cancel);
        heard.Add($"{write.StatusOf(0)}");

        var news = Channel.CreateUnbounded<string>();
        await connection.SubscribeAsync(
            items.ToArray(),
            new S7PlusSubscriptionOptions { Cycle = TimeSpan.FromMilliseconds(100) },
            subscription => news.Writer.TryWrite(Convert.ToHexString(subscription.DataOf(0))),
            cancel
        );
        for (byte i = 1; i <= 3; i++)
        {
            heard.Add(await news.Reader.ReadAsync(cancel));
            plant?.Plus.Set("DB_Pack.Count", [0, 1, 0, i]);
        }

        heard.Add(await news.Reader.ReadAsync(cancel));
        return [.. heard];
    }
}
