using System.Globalization;

namespace S7OpcBridge.Benchmarks;

/// <summary>The bridge as users run it, in a process of its own.</summary>
internal sealed class BridgeProcess : IAsyncDisposable
{
    private readonly PeerProgram _program;

    private BridgeProcess(PeerProgram program) => _program = program;

    /// <summary>Starts it and waits until it listens.</summary>
    /// <param name="map">Path of the map.</param>
    /// <param name="program">The program to run instead of <see cref="Tested"/>; null: that one.</param>
    /// <param name="log">File to which its log is appended; null: it is not kept.</param>
    public static async Task<BridgeProcess> StartAsync(string map, string? program = null, string? log = null)
    {
        var command = CommandOf(program ?? Tested, "run", map);
        var bridge = new BridgeProcess(
            log is null
                ? PeerProgram.Start(command[0], command[1..])
                : PeerProgram.Start("bash", ["-c", $"exec {string.Join(' ', command.Select(static part => $"'{part}'"))} 2>> '{log}'"])
        );
        try
        {
            await bridge._program.LineAsync("  Stop");
            return bridge;
        }
        catch
        {
            await bridge.DisposeAsync();
            throw;
        }
    }

    /// <summary>The program to measure: that of the environment variable <c>S7OPCBRIDGE_PROGRAM</c>, or the one that was built with the benchmarks.</summary>
    public static string Tested => Environment.GetEnvironmentVariable("S7OPCBRIDGE_PROGRAM") ?? BuiltHere;

    /// <summary>The program that was built with the benchmarks; with the product's own settings of the runtime.</summary>
    public static string BuiltHere => Checkout.PathOf("src", "S7OpcBridge", "bin", "Release", "net10.0", "s7opcbridge.dll");

    /// <summary>File name and arguments with which a program is started: a .dll by <c>dotnet</c>, one that brings its own runtime by itself.</summary>
    public static string[] CommandOf(string program, params string[] arguments) =>
        program.EndsWith(".dll", StringComparison.Ordinal) ? ["dotnet", program, .. arguments] : [program, .. arguments];

    public int Id => _program.Id;

    /// <summary>CPU time so far.</summary>
    public TimeSpan Cpu => ProcessCpu.Of(Id) ?? TimeSpan.Zero;

    /// <summary>Resident bytes now.</summary>
    public long Resident => Status("VmRSS:");

    /// <summary>Resident bytes at the highest.</summary>
    public long Peak => Status("VmHWM:");

    /// <summary>
    /// Resident bytes once they no longer fall: the least of the looks, until six in a row found no less. The collection after a start comes up to two seconds
    /// after the first values, later where others take the processor.
    /// </summary>
    public async Task<long> SettledAsync()
    {
        var (least, still) = (long.MaxValue, 0);
        for (var look = 0; look < 30 && still < 6; look++)
        {
            await Task.Delay(TimeSpan.FromSeconds(1));
            var now = Resident;
            still = now < least ? 0 : still + 1;
            least = Math.Min(least, now);
        }
        return least;
    }

    public ValueTask DisposeAsync() => _program.DisposeAsync();

    private long Status(string field)
    {
        var line = File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{Id}/status"))
            .First(line => line.StartsWith(field, StringComparison.Ordinal));
        return long.Parse(line.AsSpan(field.Length).Trim().ToString().Split(' ')[0], CultureInfo.InvariantCulture) * 1024;
    }
}
