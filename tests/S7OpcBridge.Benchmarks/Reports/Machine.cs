using System.Globalization;
using System.Runtime.InteropServices;

namespace S7OpcBridge.Benchmarks;

/// <summary>Where and when something was measured.</summary>
/// <param name="Cpu">The processor's name.</param>
/// <param name="Cores">Cores that this process may use.</param>
/// <param name="Os">The operating system.</param>
/// <param name="Runtime">.NET and its garbage collector.</param>
/// <param name="Date">The day, UTC.</param>
internal sealed record Machine(string Cpu, int Cores, string Os, string Runtime, string Date)
{
    public static Machine ThisOne() =>
        new(
            CpuName(),
            Environment.ProcessorCount,
            RuntimeInformation.OSDescription.Split('#')[0].Trim(),
            RuntimeInformation.FrameworkDescription,
            TimeProvider.System.GetUtcNow().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
        );

    public override string ToString() => $"{Cpu}, {Cores} cores, {Os}, {Runtime}, {Date}";

    private static string CpuName()
    {
        const string File = "/proc/cpuinfo",
            Field = "model name";
        var line = System.IO.File.Exists(File)
            ? System.IO.File.ReadLines(File).FirstOrDefault(l => l.StartsWith(Field, StringComparison.Ordinal))
            : null;
        return line?.Split(':', 2)[1].Trim() ?? RuntimeInformation.ProcessArchitecture.ToString();
    }
}
