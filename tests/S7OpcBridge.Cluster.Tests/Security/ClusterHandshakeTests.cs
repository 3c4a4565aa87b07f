using System.Net;
using System.Net.Sockets;
using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Cluster.Witness;

namespace S7OpcBridge.Cluster.Tests.Security;

/// <summary>The first words between two nodes.</summary>
[CancelAfter(30_000)]
internal sealed class ClusterHandshakeTests
{
    private static readonly byte[] Binding = [1, 2, 3];

    [Test]
    public async Task Both_accept_each_other(CancellationToken cancellationToken) =>
        Assert.That(
            await TalkAsync(New("plant", 1, "secret"), New("plant", 1, "secret"), Binding, cancellationToken),
            Is.EqualTo(("", ""))
        );

    [Test]
    public async Task Another_cluster_is_named_in_both_logs(CancellationToken cancellationToken)
    {
        const string Reason = "node a belongs to cluster north, node b to south";
        Assert.That(
            await TalkAsync(New("north", 1, "secret"), New("south", 1, "secret"), Binding, cancellationToken),
            Is.EqualTo(($"the other side says: {Reason}", Reason))
        );
    }

    [Test]
    public async Task Another_version_is_named_in_both_logs(CancellationToken cancellationToken)
    {
        var (a, b) = await TalkAsync(New("plant", 2, "secret"), New("plant", 1, "secret"), Binding, cancellationToken);
        Assert.That(a, Is.EqualTo($"the other side says: {b}"));
        Assert.That(b, Does.StartWith("node a speaks version 2 of the nodes' protocol, node b version 1"));
    }

    [Test]
    public async Task A_name_in_a_reason_is_printable_and_short(CancellationToken cancellationToken)
    {
        var (_, b) = await TalkAsync(
            New($"north\u001b[2J\n{new string('x', 1000)}", 1, "secret"),
            New("south", 1, "secret"),
            Binding,
            cancellationToken
        );
        Assert.That(
            b,
            Does.StartWith("node a belongs to cluster north?[2J?xxx").And.EndsWith("…, node b to south").And.Length.LessThan(200)
        );
    }

    [Test]
    public async Task Somebody_between_the_two_who_passes_on_what_they_say_is_refused(CancellationToken cancellationToken)
    {
        // Each side sees another certificate than its partner has.
        var (_, b) = await TalkAsync(New("plant", 1, "secret"), New("plant", 1, "secret"), [9], cancellationToken);
        Assert.That(b, Is.EqualTo("node a has another secret"));
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool Any_bytes_are_a_hello_or_refused(byte[] bytes)
    {
        byte[][] both = [bytes, [.. "S7CL"u8, .. bytes]];
        foreach (var each in both)
        {
            try
            {
                Hello.Parse(each);
            }
            catch (PeerRefusedException) { }
        }
        return true;
    }

    [FsCheck.NUnit.Property(MaxTest = 200)]
    public Property A_hello_is_read_as_it_was_written() =>
        Prop.ForAll(
            ArbMap.Default.ArbFor<int>(),
            ArbMap.Default.ArbFor<NonNull<string>>(),
            static (protocol, name) =>
            {
                var hello = Hello.New(protocol, name.Get, "node");
                var read = Hello.Parse(hello.ToBytes());
                return (read.Protocol, read.Node) == (protocol, "node")
                    && read.Nonce.SequenceEqual(hello.Nonce)
                    && read.Cluster == Utf8(name.Get);
            }
        );

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public bool Any_bytes_are_a_request_to_a_witness_or_an_error_that_it_expects(byte[] bytes)
    {
        try
        {
            WitnessProtocol.ParseRequest(bytes);
        }
        catch (Exception expected) when (expected is IOException or FormatException) { }
        return true;
    }

    // What UTF-8 leaves of half a surrogate pair.
    private static string Utf8(string text) => System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text));

    private static Func<string, ClusterHandshake> New(string cluster, int protocol, string secret) =>
        node => new ClusterHandshake(cluster, node, protocol, new ClusterSecret(secret));

    // What each side says of the other; "": nothing to complain of.
    private static async Task<(string A, string B)> TalkAsync(
        Func<string, ClusterHandshake> a,
        Func<string, ClusterHandshake> b,
        byte[] bindingOfB,
        CancellationToken cancellationToken
    )
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, cancellationToken);
        using var server = await listener.AcceptTcpClientAsync(cancellationToken);
        var connecting = WordsAsync(() => a("a").ConnectAsync(client.GetStream(), Binding, cancellationToken), client);
        var accepting = WordsAsync(() => b("b").AcceptAsync(server.GetStream(), bindingOfB, cancellationToken), server);
        return (await connecting, await accepting);
    }

    private static async Task<string> WordsAsync(Func<Task> talk, TcpClient connection)
    {
        try
        {
            await talk();
            return "";
        }
        catch (PeerRefusedException refused)
        {
            connection.Dispose();
            return refused.Message;
        }
    }
}
