using System.Runtime.InteropServices;

namespace S7OpcBridge.Web.Actions;

/// <summary>Lets work that can wait give way to the cycles of the PLCs. On Linux .NET sets no priorities; each thread has a nice value there.</summary>
internal static class ThreadPriorities
{
    private const int Process = 0,
        OwnThread = 0,
        Nice = 10;

    /// <summary>Lowers the priority of the calling thread, which must not serve others later.</summary>
    public static void Lower()
    {
        if (OperatingSystem.IsLinux())
            // Where the system refuses, the thread goes on as it is.
            _ = SetPriority(Process, OwnThread, Nice);
        else
            Thread.CurrentThread.Priority = ThreadPriority.BelowNormal;
    }

    [DllImport("libc", EntryPoint = "setpriority")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SetPriority(int which, uint who, int priority);
}
