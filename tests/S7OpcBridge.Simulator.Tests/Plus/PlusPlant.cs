using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>A soft PLC with symbols, and clients of it.</summary>
internal sealed class PlusPlant : IAsyncDisposable
{
    public static readonly SoftBlock Pack = new(
        "DB_Pack",
        10,
        [
            new("State.Running", "Bool"),
            new("State.Fault", "Bool"),
            new("State.Speed", "Real"),
            new("Count", "DInt"),
            new("Name", "String[20]"),
            new("Temps", "Array[0..9] of Int"),
            new("Bits", "Array[1..12] of Bool"),
            new("Motors[1..3].Speed", "Real"),
            new("Motors[1..3].On", "Bool"),
            new("Made", "DTL"),
            new("Grid", "Array[0..1, 1..3] of DInt"),
            new("Fixed", "Int") { IsWritable = false },
            new("Secret", "Int") { IsAccessible = false },
        ]
    );

    public static readonly SoftBlock Classic = new("DB_Classic", 12, [new("A", "Int"), new("B", "Real")]) { IsOptimised = false };

    public PlusPlant(SoftPlusOptions? options = null, TimeProvider? time = null)
    {
        var plus = (options ?? new SoftPlusOptions()) with { Blocks = [Pack, Classic] };
        Plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = plus }, time ?? TimeProvider.System);
        Plc.Start();
    }

    public SoftPlc Plc { get; }

    public SoftPlus Plus => Plc.Plus!;

    public S7PlusConnectionOptions Options =>
        new()
        {
            Host = "127.0.0.1",
            Port = Plc.Port,
            Timeout = TimeSpan.FromSeconds(30),
            CertificateCheck = S7PlusCertificateChecks.Pin(Plus.Thumbprint),
        };

    public Task<S7PlusConnection> ConnectAsync(CancellationToken cancellationToken) =>
        S7PlusConnection.ConnectAsync(Options, TimeProvider.System, cancellationToken);

    public Task<S7PlusConnection> ConnectAsync(string user, string password, CancellationToken cancellationToken) =>
        S7PlusConnection.ConnectAsync(
            Options with
            {
                Password = _ => new ValueTask<S7PlusPassword>(new S7PlusPassword(password, user)),
            },
            TimeProvider.System,
            cancellationToken
        );

    /// <summary>Reads symbols; those that fail are their status in words.</summary>
    public async Task<string[]> ReadAsync(S7PlusConnection connection, CancellationToken cancellationToken, params string[] symbols)
    {
        var job = new S7PlusReadJob(symbols.Select(Plus.ItemOf).ToArray());
        await connection.ReadAsync(job, cancellationToken);
        return
        [
            .. Enumerable
                .Range(0, job.Count)
                .Select(i => job.StatusOf(i) == S7PlusItemStatus.Ok ? Convert.ToHexString(job.DataOf(i)) : job.StatusOf(i).ToString()),
        ];
    }

    /// <summary>Writes one symbol and gives its status.</summary>
    public async Task<S7PlusItemStatus> WriteAsync(
        S7PlusConnection connection,
        string symbol,
        byte[] bytes,
        CancellationToken cancellationToken
    )
    {
        var job = new S7PlusWriteJob([Plus.ItemOf(symbol)]);
        job.SetData(0, bytes);
        await connection.WriteAsync(job, cancellationToken);
        return job.StatusOf(0);
    }

    public ValueTask DisposeAsync() => Plc.DisposeAsync();
}
