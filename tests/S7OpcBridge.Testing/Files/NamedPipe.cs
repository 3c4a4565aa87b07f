using System.Diagnostics;
using NUnit.Framework;

namespace S7OpcBridge.Testing;

/// <summary>A named pipe that nobody writes to, as a trap for whoever opens it as a file.</summary>
public static class NamedPipe
{
    /// <summary>Makes one with mkfifo, for its owner only.</summary>
    public static void Make(string path)
    {
        using var made = Process.Start(new ProcessStartInfo("mkfifo", ["-m", "600", path]))!;
        made.WaitForExit();
        Assert.That(made.ExitCode, Is.Zero);
    }
}
