using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>The npm programs of tests/interop, installed where they are missing.</summary>
internal static class NodePrograms
{
    /// <summary>Path of a script whose package is there; null (and a reason on the screen) where Node or the package is missing.</summary>
    public static string? Find(string script, string package)
    {
        var folder = Checkout.PathOf("tests", "interop");
        if (!Directory.Exists(Path.Combine(folder, "node_modules", package)))
            Install(folder);
        if (Directory.Exists(Path.Combine(folder, "node_modules", package)))
            return Path.Combine(folder, script);
        Console.WriteLine($"     {package} is not installed: run 'npm ci' in tests/interop");
        return null;
    }

    private static void Install(string folder)
    {
        try
        {
            using var npm = Process.Start(
                new ProcessStartInfo("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) { WorkingDirectory = folder }
            );
            npm!.WaitForExit();
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Console.WriteLine("     Node is not on the PATH");
        }
    }
}
