using System.Security.Cryptography;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>How near an encrypted channel comes to the cipher: answers of a quarter of a megabyte, full of arrays, so that little else is left to do.</summary>
/// <param name="Cipher">Bytes that the cipher alone signs and encrypts per second of CPU, 64 KB chunks.</param>
/// <param name="Server">Bytes of encrypted answers per second of CPU of the whole server, the kernel's share included.</param>
/// <param name="Plain">The same without security.</param>
/// <param name="Wire">Bytes of encrypted answers per second.</param>
internal sealed record CipherCeiling(double Cipher, double Server, double Plain, double Wire)
{
    private const int PerCall = 16, Chunk = 65_536;

    public static CipherCeiling Measure(LoadServer ours, TimeSpan time)
    {
        var (plain, secure) = (Run(ours, null, time), Run(ours, LoadSecurity.Of(ours.Url), time));
        return new CipherCeiling(Alone(time / 2), secure.Bytes / secure.ServerCpu!.Value, plain.Bytes / plain.ServerCpu!.Value, secure.Bytes / secure.Seconds);
    }

    public override string ToString() => FormattableString.Invariant(
        $"SignAndEncrypt with large values: {Server / 1e6:0} MB per second of CPU, the cipher alone {Cipher / 1e6:0}, the same answers without security {Plain / 1e6:0}; {Wire / 1e6:0} MB/s on the wire, client and server on two cores.");

    private static LoadFigures Run(LoadServer server, LoadSecurity? security, TimeSpan time)
    {
        var nodes = Enumerable.Repeat(LoadedServer.Array, PerCall).ToArray();
        using var stream = new ReadStream(LoadSession.Open(server.Url, security), nodes, PerCall, inFlight: 4);
        stream.Start();
        LoadLoop.RunUntil([stream], () => stream.IsChecked, TimeSpan.FromSeconds(10));
        LoadLoop.Run([stream], time / 4, server.ProcessId);
        return LoadLoop.Run([stream], time, server.ProcessId);
    }

    // By CPU time, so that it does not matter who else is on the machine.
    private static double Alone(TimeSpan time)
    {
        using var cipher = new ChunkCipher(LoadSecurity.Policy, encrypts: true, secret: RandomNumberGenerator.GetBytes(32), seed: RandomNumberGenerator.GetBytes(32));
        var chunk = new byte[Chunk];
        long bytes = 0;
        var start = Environment.CpuUsage.TotalTime;
        for (; Environment.CpuUsage.TotalTime - start < time; bytes += 64 * Chunk)
        {
            for (var i = 0; i < 64; i++)
                cipher.Seal(chunk, Chunk - 48);
        }
        return bytes / (Environment.CpuUsage.TotalTime - start).TotalSeconds;
    }
}
