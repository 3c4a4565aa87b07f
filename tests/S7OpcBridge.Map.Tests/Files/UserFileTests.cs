using System.Net.Sockets;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Map.Tests;

/// <summary>What a user names as a file: only regular files are read, up to a size.</summary>
public sealed class UserFileTests
{
    private string _folder = "";

    [SetUp]
    public void Folder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [TearDown]
    public void Delete() => Directory.Delete(_folder, recursive: true);

    [TestCase(0)]
    [TestCase(1)]
    [TestCase(100_000)]
    public void A_file_is_read_whole_up_to_the_limit(int length)
    {
        var bytes = Enumerable.Range(0, length).Select(i => (byte)i).ToArray();
        File.WriteAllBytes(Path.Combine(_folder, "a"), bytes);
        Assert.That(UserFile.Read(Path.Combine(_folder, "a"), Math.Max(1, length)), Is.EqualTo(bytes));
    }

    [Test]
    public void One_byte_too_many_is_refused()
    {
        File.WriteAllBytes(Path.Combine(_folder, "a"), new byte[UserFile.MaxSmall + 1]);
        Assert.That(
            () => UserFile.Read(Path.Combine(_folder, "a"), UserFile.MaxSmall),
            Throws.TypeOf<UnusableFileException>().With.Message.EqualTo("It has more than 1 MB.")
        );
    }

    [Test]
    [Platform("Linux")]
    public void Pipes_sockets_devices_and_folders_are_refused_in_words()
    {
        NamedPipe.Make(Path.Combine(_folder, "pipe"));
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(Path.Combine(_folder, "socket")));
        File.CreateSymbolicLink(Path.Combine(_folder, "link"), "/dev/zero");
        Assert.That(
            new[] { "pipe", "socket", "link", "." }.Select(name =>
                Assert.Throws<UnusableFileException>(() => UserFile.Read(Path.Combine(_folder, name), 1000))!.What
            ),
            Is.EqualTo(
                new[]
                {
                    "is a named pipe, not a regular file",
                    "is a socket, not a regular file",
                    "is a device, not a regular file",
                    "is a folder, not a regular file",
                }
            )
        );
    }

    [Test]
    [Platform("Linux")]
    public void A_file_whose_length_says_nothing_is_read_to_its_end() =>
        Assert.That(UserFile.ReadText("/proc/self/status", UserFile.MaxSmall), Does.Contain("Threads:"));
}
