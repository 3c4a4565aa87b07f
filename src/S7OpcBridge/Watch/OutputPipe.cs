using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.Watch;

/// <summary>Standard output with errors: the console's own writer hides that the reader of a pipe has closed it.</summary>
internal static class OutputPipe
{
    private const int StandardOutput = 1;

    /// <summary>A writer to the same target that throws an <see cref="IOException"/> once the reader has closed the pipe.</summary>
    public static TextWriter Wrap(TextWriter output) =>
        ReferenceEquals(output, Console.Out) && !OperatingSystem.IsWindows()
            ? new StreamWriter(new FileStream(new SafeFileHandle(StandardOutput, ownsHandle: false), FileAccess.Write, bufferSize: 0))
            : output;
}
