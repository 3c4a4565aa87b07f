using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>
/// <c>send</c> and <c>recv</c> of Linux. A cycle of a small plant sends and receives once in 100 ms and finds little of its code in the processor's caches;
/// what <see cref="Socket"/> does around these calls took a twelfth of its CPU time (docs/internals/measurements.md).
/// </summary>
/// <remarks>The caller sees to it that the descriptor is open during a call.</remarks>
internal static class LinuxSocket
{
    // A closed connection is an error of the call, no signal to the process (MSG_NOSIGNAL).
    private const int NoSignal = 0x4000;

    // Numbers of asm-generic/errno.h, which x64 and arm64 share.
    private const int Interrupted = 4,
        WouldBlock = 11;

    /// <summary>Sends what the system takes at once.</summary>
    /// <returns>The number of bytes; 0 with an error.</returns>
    public static int Send(int descriptor, ReadOnlySpan<byte> bytes, out SocketError error)
    {
        nint count;
        int number;
        do
        {
            count = Send(descriptor, in MemoryMarshal.GetReference(bytes), (nuint)bytes.Length, NoSignal);
            number = ErrorAfter(count);
        } while (number == Interrupted);
        return Result(count, number, out error);
    }

    /// <summary>Receives what is there.</summary>
    /// <returns>The number of bytes; 0 where the peer has closed, and with an error.</returns>
    public static int Receive(int descriptor, Span<byte> buffer, out SocketError error)
    {
        nint count;
        int number;
        do
        {
            count = Receive(descriptor, ref MemoryMarshal.GetReference(buffer), (nuint)buffer.Length, 0);
            number = ErrorAfter(count);
        } while (number == Interrupted);
        return Result(count, number, out error);
    }

    // Asked right after the call: until then the runtime keeps the number.
    private static int ErrorAfter(nint count) => count < 0 ? Marshal.GetLastSystemError() : 0;

    private static int Result(nint count, int number, out SocketError error)
    {
        error = number == 0 ? SocketError.Success : ErrorOf(number);
        return number == 0 ? (int)count : 0;
    }

    // As the runtime translates them.
    private static SocketError ErrorOf(int number) =>
        number switch
        {
            WouldBlock => SocketError.WouldBlock,
            32 => SocketError.Shutdown,
            100 => SocketError.NetworkDown,
            101 => SocketError.NetworkUnreachable,
            103 => SocketError.ConnectionAborted,
            104 => SocketError.ConnectionReset,
            105 => SocketError.NoBufferSpaceAvailable,
            107 => SocketError.NotConnected,
            110 => SocketError.TimedOut,
            111 => SocketError.ConnectionRefused,
            112 => SocketError.HostDown,
            113 => SocketError.HostUnreachable,
            _ => SocketError.SocketError,
        };

    [DllImport("libc", EntryPoint = "send"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint Send(int descriptor, ref readonly byte first, nuint length, int flags);

    [DllImport("libc", EntryPoint = "recv"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint Receive(int descriptor, ref byte first, nuint length, int flags);
}
