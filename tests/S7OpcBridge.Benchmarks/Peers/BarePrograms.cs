using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>Programs in C beside this file that do the least that can be done: what they take is a floor, shown by a program.</summary>
internal static class BarePrograms
{
    /// <summary>Compiles one; null (and a reason on the screen) where there is no C compiler.</summary>
    public static string? Build(string name)
    {
        var program = Path.Combine(AppContext.BaseDirectory, name);
        var source = Checkout.PathOf("tests", "S7OpcBridge.Benchmarks", "Peers", name + ".c");
        try
        {
            using var compiler = Process.Start("cc", ["-O2", "-o", program, source]);
            compiler.WaitForExit();
            return compiler.ExitCode == 0 ? program : throw new InvalidOperationException($"{source} was not compiled: see above.");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Console.WriteLine($"     there is no C compiler (cc) to build {name}");
            return null;
        }
    }
}
