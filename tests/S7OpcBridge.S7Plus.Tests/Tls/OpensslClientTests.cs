using System.Net;
using System.Net.Sockets;
using System.Text;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tests.Transport;
using S7OpcBridge.S7Plus.Tls;

namespace S7OpcBridge.S7Plus.Tests.Tls;

/// <summary>The soft PLC's side of TLS against openssl as the caller.</summary>
[CancelAfter(60_000)]
internal sealed class OpensslClientTests
{
    [TestCase("TLS_AES_256_GCM_SHA384", 1017)]
    [TestCase("TLS_AES_128_GCM_SHA256", 5)]
    public async Task Openssl_takes_our_certificate_and_exports_the_same_secret(string suite, int cut, CancellationToken cancellationToken)
    {
        OpensslProgram.Need();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        await using var relay = CotpRelay.FromProgram(((IPEndPoint)listener.LocalEndpoint).Port, new CotpCut(cut));
        await using var client = OpensslProgram.Start(
            "s_client",
            "-tls1_3",
            "-groups",
            "X25519",
            "-ciphersuites",
            suite,
            "-connect",
            $"127.0.0.1:{relay.Port}",
            "-keymatexport",
            "EXPERIMENTAL_OMS",
            "-keymatexportlen",
            "32"
        );
        using var socket = await listener.AcceptSocketAsync(cancellationToken);
        var plc = await PlusAcceptance.AcceptAsync(
            socket,
            TlsIdentity.Create("PLC", TimeProvider.System.GetUtcNow()),
            null,
            cancellationToken
        );
        await using var duplex = plc.Duplex;

        var exported = (await client.HearAsync("Keying material:", cancellationToken)).Split(':')[1].Trim();
        Assert.That(Convert.ToHexString(plc.ExporterSecret), Is.EqualTo(exported));
        await client.SayAsync("from openssl");
        var text = new StringBuilder();
        var buffer = new byte[64];
        while (!text.ToString().EndsWith('\n'))
            text.Append(Encoding.ASCII.GetString(buffer, 0, await duplex.ReceiveAsync(buffer, cancellationToken)));
        Assert.That(text.ToString(), Is.EqualTo("from openssl\n"));
        await duplex.SendAsync("from the PLC\n"u8.ToArray(), cancellationToken);
        await client.HearAsync("from the PLC", cancellationToken);
    }
}
