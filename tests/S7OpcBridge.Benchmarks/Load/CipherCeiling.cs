using System.Globalization;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How near an encrypted channel comes to the cipher: answers of a quarter of a megabyte, full of arrays, so that little else is left to do. Server and cipher
/// are measured in turns, in short windows, so that both have the same machine: what counts is the median of the windows' ratios.
/// </summary>
/// <param name="Cipher">Bytes that the cipher alone signs and encrypts per second of CPU, 64 KB chunks.</param>
/// <param name="Server">Bytes of encrypted answers per second of CPU of the whole server, the kernel's share included.</param>
/// <param name="Plain">The same without security.</param>
/// <param name="Wire">Bytes of encrypted answers per second.</param>
/// <param name="Ratios">CPU per byte of an encrypted answer as a multiple of the cipher's alone, window by window, in order of size.</param>
/// <param name="Sums">The same as a multiple of the cipher's alone and the answer's without security together.</param>
internal sealed record CipherCeiling(double Cipher, double Server, double Plain, double Wire, double[] Ratios, double[] Sums)
{
    private const int PerCall = 16, Chunk = 65_536, Windows = 8;

    /// <summary>The median of the ratios.</summary>
    public double Ratio => Ratios[Windows / 2];

    /// <summary>The median of the ratios to both parts.</summary>
    public double AgainstParts => Sums[Windows / 2];

    public static CipherCeiling Measure(LoadServer ours, TimeSpan window)
    {
        using var secure = Open(ours, LoadSecurity.Of(ours.Url));
        using var plain = Open(ours, null);
        var (alone, encrypted, open) = (new double[Windows], new LoadFigures[Windows], new LoadFigures[Windows]);
        for (var i = 0; i < Windows; i++)
            (encrypted[i], alone[i], open[i]) = (Run(secure, ours, window), Alone(window / 2), Run(plain, ours, window / 2));
        return new CipherCeiling(
            alone.Order().ElementAt(Windows / 2), PerCpu(encrypted), PerCpu(open), encrypted.Sum(f => f.Bytes) / encrypted.Sum(f => f.Seconds),
            [.. encrypted.Select((f, i) => PerByte(f) * alone[i]).Order()],
            [.. encrypted.Select((f, i) => PerByte(f) / (1 / alone[i] + PerByte(open[i]))).Order()]);
    }

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"SignAndEncrypt with large values: {Server / 1e6:0} MB per second of CPU, the cipher alone {Cipher / 1e6:0}, the same answers without security "
                + $"{Plain / 1e6:0}; CPU per byte {Ratio:0.00} times the cipher's (quartiles {Ratios[Windows / 4]:0.00} to {Ratios[Windows * 3 / 4]:0.00}), "
                + $"{AgainstParts:0.00} times cipher and plain answer together; {Wire / 1e6:0} MB/s on the wire, client and server on two cores."
        );

    private static double PerByte(LoadFigures figures) => figures.ServerCpu!.Value / figures.Bytes;

    private static double PerCpu(LoadFigures[] figures) => figures.Select(f => f.Bytes / f.ServerCpu!.Value).Order().ElementAt(Windows / 2);

    private static ReadStream Open(LoadServer server, LoadSecurity? security)
    {
        var nodes = Enumerable.Repeat(LoadedServer.Array, PerCall).ToArray();
        var stream = new ReadStream(LoadSession.Open(server.Url, security), nodes, PerCall, inFlight: 4);
        stream.Start();
        LoadLoop.RunUntil([stream], () => stream.IsChecked, TimeSpan.FromSeconds(10));
        return stream;
    }

    // What came while the stream stood still is taken first.
    private static LoadFigures Run(ReadStream stream, LoadServer server, TimeSpan window)
    {
        LoadLoop.Run([stream], window / 8, server.ProcessId);
        return LoadLoop.Run([stream], window, server.ProcessId);
    }

    // By CPU time, so that it does not matter who else is on the machine.
    private static double Alone(TimeSpan time)
    {
        using var cipher = new ChunkCipher(
            LoadSecurity.Policy,
            encrypts: true,
            secret: RandomNumberGenerator.GetBytes(32),
            seed: RandomNumberGenerator.GetBytes(32)
        );
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
