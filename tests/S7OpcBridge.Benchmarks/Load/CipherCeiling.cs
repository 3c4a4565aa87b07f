using System.Globalization;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How near an encrypted channel comes to the cipher: answers of a quarter of a megabyte, full of arrays, so that little else is left to do. Server and cipher
/// are measured in turns, in short windows, so that both have the same machine: what counts is the median of the windows' ratios.
/// </summary>
/// <param name="Cipher">Bytes that the cipher alone signs and encrypts per second of CPU, 64 KB chunks.</param>
/// <param name="Secure">Encrypted answers of the server, window by window.</param>
/// <param name="Plain">The same without security.</param>
/// <param name="Aead">The same as Secure, where one cipher encrypts and authenticates: AES-GCM.</param>
internal sealed record CipherCeiling(double[] Cipher, LoadFigures[] Secure, LoadFigures[] Plain, LoadFigures[] Aead)
{
    private const int PerCall = 16,
        Chunk = 65_536,
        Windows = 8;

    /// <summary>CPU per byte of an encrypted answer as a multiple of the cipher's alone and the answer's without security together.</summary>
    public double AgainstParts => Median(i => PerByte(Secure[i]) / (1 / Cipher[i] + PerByte(Plain[i])));

    /// <summary>CPU per byte of an answer encrypted with AES-GCM as a multiple of one with AES-CBC and HMAC.</summary>
    public double AeadAgainstSecure => Median(i => PerByte(Aead[i]) / PerByte(Secure[i]));

    public static CipherCeiling Measure(LoadServer ours, TimeSpan window)
    {
        using var secure = Open(ours, LoadSecurity.Of(ours.Url));
        using var aead = Open(ours, LoadSecurity.Of(ours.Url, SecurityPolicy.RsaDhAesGcm));
        using var plain = Open(ours, null);
        var figures = new CipherCeiling(new double[Windows], new LoadFigures[Windows], new LoadFigures[Windows], new LoadFigures[Windows]);
        for (var i = 0; i < Windows; i++)
        {
            figures.Secure[i] = Run(secure, ours, window);
            figures.Cipher[i] = Alone(window / 2);
            figures.Plain[i] = Run(plain, ours, window / 2);
            figures.Aead[i] = Run(aead, ours, window / 2);
        }
        return figures;
    }

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"SignAndEncrypt with large values, CPU in ns per byte: server {Show(Secure)}, the same answers without security {Show(Plain)}, "
                + $"the cipher alone {1e9 / Cipher.Order().ElementAt(Windows / 2):0.00}. The server takes {AgainstParts:0.00} times "
                + $"cipher and plain answer together, {AgainstCipher:0.00} times the cipher. "
                + $"With AES-GCM {Show(Aead)}, {AeadAgainstSecure:0.00} times as much, {Median(i => PerByte(Aead[i]) * Cipher[i]):0.00} times the old cipher. "
                + $"{Secure.Sum(f => f.Bytes) / Secure.Sum(f => f.Seconds) / 1e6:0} MB/s, two cores."
        );

    private static double Median(Func<int, double> ratio) => Enumerable.Range(0, Windows).Select(ratio).Order().ElementAt(Windows / 2);

    private double AgainstCipher => Median(i => PerByte(Secure[i]) * Cipher[i]);

    private static double PerByte(LoadFigures figures) => figures.ServerCpu!.Value / figures.Bytes;

    private static string Show(LoadFigures[] figures) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{1e9 * Median(i => PerByte(figures[i])):0.00} (the kernel {1e9 * figures.Sum(f => f.ServerSystem!.Value) / figures.Sum(f => f.Bytes):0.00})"
        );

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
        using var cipher = ChunkCipher.From(
            LoadSecurity.Usual,
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
                cipher.Seal(chunk, Chunk - 48, 0);
        }
        return bytes / (Environment.CpuUsage.TotalTime - start).TotalSeconds;
    }
}
