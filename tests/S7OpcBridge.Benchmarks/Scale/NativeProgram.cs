using System.Diagnostics;
using System.Runtime.InteropServices;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// The native build of the program. The command <c>native</c> or the first measurement that wants it makes it, in some minutes; later ones only what has
/// changed since.
/// </summary>
internal static class NativeProgram
{
    private static readonly Lazy<Task<string?>> Made = new(MakeAsync);

    /// <summary>Makes it, so that a later run of the budgets need not.</summary>
    /// <returns>Exit code: 1 if the build failed.</returns>
    public static async Task<int> RunAsync() => !IsMeasuredHere || await Made.Value is not null ? 0 : 1;

    /// <summary>Resident MB with 1,000 tags on two PLCs, all security policies on.</summary>
    public static async Task<double?> MegabytesOfSmallPlantAsync() =>
        await Made.Value is { } program ? await MemoryTable.MegabytesAsync(new ScaleTags(1_000, 2) { IsSecured = true }, program) : null;

    /// <summary>Seconds from the start until it listens, with 10,000 tags in YAML on ten PLCs: median of at most five.</summary>
    public static async Task<double?> SecondsToListenAsync()
    {
        if (await Made.Value is not { } program)
            return null;
        const int Rounds = 5;
        List<double> seconds = [];
        while (seconds.Count < Rounds && !Budget.All["nativeStart"].IsSettled(seconds, Rounds))
        {
            await using var bench = await ScaleBench.StartAsync(new ScaleTags(10_000, 10), program: program);
            seconds.Add(bench.Listening.TotalSeconds);
        }
        return Quartiles.Of(seconds).Median;
    }

    private static bool IsMeasuredHere => OperatingSystem.IsLinux() && RuntimeInformation.OSArchitecture == Architecture.X64;

    // Null where this machine cannot make it.
    private static async Task<string?> MakeAsync()
    {
        if (!IsMeasuredHere)
        {
            Console.WriteLine("     the native build is measured on Linux on x64 only");
            return null;
        }
        var folder = Checkout.PathOf("artifacts", "native");
        var watch = BudgetWatch.Start();
        // Objects in folders of their own: the build beside it is another one.
        string[] arguments =
        [
            "publish",
            Checkout.PathOf("src", "S7OpcBridge"),
            "-c",
            "Release",
            "-r",
            "linux-x64",
            "-p:Native=true",
            // Other builds have judged style and format.
            "-p:RunAnalyzers=false",
            "-p:CSharpier_Bypass=true",
            "-v",
            "quiet",
            "--artifacts-path",
            Path.Combine(folder, "objects"),
            "-o",
            Path.Combine(folder, "program"),
        ];
        using var publish = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true })!;
        var said = await publish.StandardOutput.ReadToEndAsync();
        await publish.WaitForExitAsync();
        Console.WriteLine($"     native build: {watch.Stop("").Seconds}{(publish.ExitCode == 0 ? "" : $"; failed:\n{said}")}");
        return publish.ExitCode == 0 ? Path.Combine(folder, "program", "s7opcbridge") : null;
    }
}
