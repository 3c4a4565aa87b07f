using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Cluster.Security;

/// <summary>
/// The first words on a connection: each side names its cluster, node and protocol, and proves that it knows the secret. The proofs cover what both said and
/// the certificates of the connection, so that nobody can stand between the two. Whoever refuses tells the other why.
/// </summary>
/// <param name="cluster">The cluster of this side; null: any.</param>
/// <param name="node">Who this side is.</param>
/// <param name="protocol">Version that the other side must have.</param>
internal sealed class ClusterHandshake(string? cluster, string node, int protocol, ClusterSecret secret)
{
    private const int Longest = 2000;
    private const byte Accepted = 0;
    private const byte Refused = 1;

    /// <summary>Runs the handshake as the side that has connected.</summary>
    /// <exception cref="PeerRefusedException">One of the sides refuses the other.</exception>
    public async Task ConnectAsync(Stream stream, byte[] binding, CancellationToken cancellationToken)
    {
        var mine = Hello.New(protocol, cluster ?? "", node).ToBytes();
        await Frames.SendAsync(stream, mine, cancellationToken).ConfigureAwait(false);
        var theirs = await AnswerAsync(stream, cancellationToken).ConfigureAwait(false);
        byte[] conversation = [.. mine, .. theirs, .. binding];
        await Frames.SendAsync(stream, secret.Prove("connecting", conversation), cancellationToken).ConfigureAwait(false);
        var proof = await AnswerAsync(stream, cancellationToken).ConfigureAwait(false);
        if (!CryptographicOperations.FixedTimeEquals(proof, secret.Prove("accepting", conversation)))
            throw new PeerRefusedException("it has another secret");
    }

    /// <summary>Runs the handshake as the side that was connected to.</summary>
    /// <returns>What the other side said.</returns>
    /// <exception cref="PeerRefusedException">The other side does not belong here.</exception>
    public async Task<Hello> AcceptAsync(Stream stream, byte[] binding, CancellationToken cancellationToken)
    {
        var theirs = await Frames.ReceiveAsync(stream, Longest, cancellationToken).ConfigureAwait(false);
        Hello hello;
        try
        {
            hello = Hello.Parse(theirs);
            Check(hello);
        }
        catch (PeerRefusedException wrong)
        {
            await RefuseAsync(stream, wrong.Message, cancellationToken).ConfigureAwait(false);
            throw;
        }
        var mine = Hello.New(protocol, cluster ?? "", node).ToBytes();
        await Frames.SendAsync(stream, (byte[])[Accepted, .. mine], cancellationToken).ConfigureAwait(false);
        byte[] conversation = [.. theirs, .. mine, .. binding];
        var proof = await Frames.ReceiveAsync(stream, Longest, cancellationToken).ConfigureAwait(false);
        if (!CryptographicOperations.FixedTimeEquals(proof, secret.Prove("connecting", conversation)))
        {
            await RefuseAsync(stream, "this node has another secret", cancellationToken).ConfigureAwait(false);
            throw new PeerRefusedException($"node {RefusalLog.Line(hello.Node)} has another secret");
        }
        await Frames
            .SendAsync(stream, (byte[])[Accepted, .. secret.Prove("accepting", conversation)], cancellationToken)
            .ConfigureAwait(false);
        return hello;
    }

    private void Check(Hello hello)
    {
        var name = RefusalLog.Line(hello.Node);
        if (cluster is not null && hello.Cluster != cluster)
            throw new PeerRefusedException($"node {name} belongs to cluster {RefusalLog.Line(hello.Cluster)}, node {node} to {cluster}");
        if (hello.Protocol != protocol)
            throw new PeerRefusedException(
                $"node {name} speaks version {hello.Protocol} of the nodes' protocol, node {node} version {protocol}: "
                    + "versions of S7OpcBridge that differ so much need clusters of their own"
            );
    }

    // The other side closes the connection when it has read the reason; closed from here, it might never see it.
    private static async Task RefuseAsync(Stream stream, string reason, CancellationToken cancellationToken)
    {
        await Frames.SendAsync(stream, (byte[])[Refused, .. Encoding.UTF8.GetBytes(reason)], cancellationToken).ConfigureAwait(false);
        try
        {
            await stream.ReadExactlyAsync(new byte[1], cancellationToken).ConfigureAwait(false);
        }
        catch (Exception closed) when (closed is IOException or OperationCanceledException) { }
    }

    private static async Task<byte[]> AnswerAsync(Stream stream, CancellationToken cancellationToken)
    {
        var answer = await Frames.ReceiveAsync(stream, Longest, cancellationToken).ConfigureAwait(false);
        return answer switch
        {
            [Accepted, .. var said] => said,
            [Refused, .. var reason] => throw new PeerRefusedException($"the other side says: {Encoding.UTF8.GetString(reason)}"),
            _ => throw new PeerRefusedException("it is no node of S7OpcBridge"),
        };
    }
}
