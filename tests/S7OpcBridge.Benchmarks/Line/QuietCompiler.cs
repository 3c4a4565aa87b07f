using System.Runtime;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Waits until the runtime has compiled what runs hot: its background compiler costs more CPU than what is measured, and starves on a busy machine.
/// </summary>
internal static class QuietCompiler
{
    private const int AtLeast = 5,
        AtMost = 90,
        QuietFor = 4;

    /// <summary>Returns once no method was compiled for some seconds; says how many seconds that took.</summary>
    public static async Task<int> SecondsAsync()
    {
        var (methods, quiet, seconds) = (0L, 0, 0);
        while (seconds < AtLeast || (quiet < QuietFor && seconds < AtMost))
        {
            await Task.Delay(1000);
            seconds++;
            var compiled = JitInfo.GetCompiledMethodCount();
            quiet = compiled == methods ? quiet + 1 : 0;
            methods = compiled;
        }
        return seconds;
    }
}
