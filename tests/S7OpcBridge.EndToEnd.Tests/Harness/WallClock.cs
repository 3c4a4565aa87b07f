using System.Diagnostics;
using System.IO.MemoryMappedFiles;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Moves the time of day of programs: a library for them (tests/interop/wall-clock.c), and the file that says by how much.</summary>
internal sealed class WallClock : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-clock-").FullName;
    private MemoryMappedFile? _file;

    /// <summary>What the shell of such a program sets.</summary>
    public string Environment => $"WALL_CLOCK={File} LD_PRELOAD={Library}";

    private string Library => Path.Combine(_folder, "wall-clock.so");

    private string File => Path.Combine(_folder, "shift");

    public static async Task<WallClock> MakeAsync(CancellationToken cancellationToken)
    {
        var clock = new WallClock();
        try
        {
            using var compiler = Process.Start(
                "cc",
                ["-shared", "-fPIC", "-O2", "-o", clock.Library, Path.Combine(Interop.Folder, "wall-clock.c")]
            );
            await compiler.WaitForExitAsync(cancellationToken);
            Assert.That(compiler.ExitCode, Is.Zero);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Interop.Missing("There is no C compiler to build tests/interop/wall-clock.c");
        }
        clock._file = MemoryMappedFile.CreateFromFile(clock.File, FileMode.CreateNew, null, sizeof(long));
        return clock;
    }

    public void Set(TimeSpan shift)
    {
        using var view = _file!.CreateViewAccessor();
        view.Write(0, (long)shift.TotalSeconds);
    }

    public void Dispose()
    {
        _file?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }
}
