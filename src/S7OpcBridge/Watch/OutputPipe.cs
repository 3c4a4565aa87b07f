using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge;

/// <summary>Standard output as it is: the console's own writer keeps it to itself that the reader of a pipe has left.</summary>
internal static class OutputPipe
{
    private const int StandardOutput = 1;

    /// <summary>The same place to write to, with an <see cref="IOException"/> once nobody reads there any more.</summary>
    public static TextWriter Of(TextWriter output) => ReferenceEquals(output, Console.Out) && !OperatingSystem.IsWindows()
        ? new StreamWriter(new FileStream(new SafeFileHandle(StandardOutput, ownsHandle: false), FileAccess.Write, bufferSize: 0))
        : output;
}
