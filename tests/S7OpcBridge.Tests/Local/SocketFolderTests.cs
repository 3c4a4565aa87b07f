using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using S7OpcBridge.Local;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>Who is believed at the local socket: nobody who could have made the folder or the socket in the bridge's stead.</summary>
[CancelAfter(60_000), Platform("Linux")]
public sealed class SocketFolderTests
{
    private const uint Stranger = 54321,
        Other = 54322;

    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_folder_of_ones_own_or_of_root_is_believed() => Assert.That(SocketFolder.FaultOf(_folder), Is.Null);

    [Test]
    public void A_folder_that_others_may_write_to_is_not_believed()
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder, File.GetUnixFileMode(_folder) | UnixFileMode.OtherWrite);
        Assert.That(SocketFolder.FaultOf(_folder), Is.EqualTo($"others may write to {_folder}; prevent this with chmod 700"));
    }

    [TestCase(0u, TestName = "A stranger's folder is not believed by root")]
    [TestCase(Other, TestName = "A stranger's folder is not believed by another user")]
    public void A_strangers_folder_is_not_believed(uint me)
    {
        RequireRoot();
        Run("chown", $"{Stranger}", _folder);
        Assert.That(
            SocketFolder.FaultOf(_folder, me),
            Is.EqualTo($"{_folder} belongs to user {Stranger} and not to user {me}; remove it, or run this as that user")
        );
        Assert.That(SocketFolder.FaultOf(_folder, Stranger), Is.Null, "it is his own");
    }

    [Test]
    public void A_strangers_link_to_a_folder_of_root_is_not_believed()
    {
        RequireRoot();
        var link = $"{_folder}-link";
        File.CreateSymbolicLink(link, _folder);
        try
        {
            Run("chown", "-h", $"{Stranger}", link);
            Assert.That(SocketFolder.FaultOf(link, FileOwner.Root), Does.Contain($"belongs to user {Stranger}"));
        }
        finally
        {
            File.Delete(link);
        }
    }

    [Test]
    public void Root_believes_the_folder_of_a_service_where_only_root_makes_folders()
    {
        RequireRoot();
        var service = Directory.CreateDirectory(Path.Combine(_folder, "s7opcbridge")).FullName;
        Run("chown", $"{Stranger}", service);
        Assert.That(
            SocketFolder.FaultOf(service, FileOwner.Root),
            Is.Null,
            "as /run/s7opcbridge, which systemd makes for a service of its own user"
        );
        Assert.That(SocketFolder.FaultOf(service, Other), Is.Not.Null);
    }

    [Test]
    public async Task The_other_end_of_a_connection_is_known_by_its_user(CancellationToken cancellationToken)
    {
        var path = Path.Combine(_folder, "x.sock");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        using var caller = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await caller.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
        Assert.That(SocketFolder.IsOwnersEnd(caller, path));
    }

    [TestCase("watch", "{}")]
    [TestCase("watch", """{"changes":null,"plcs":null}""")]
    [TestCase("watch", """{"changes":[{"tag":null,"value":null,"status":0}],"plcs":[]}""")]
    [TestCase("watch", """{"changes":[],"plcs":[{"name":"Line1","state":"Running","cpuState":"","lastError":"","scans":null}]}""")]
    [TestCase("watch", "null")]
    [TestCase("watch", "no JSON")]
    [TestCase("doctor", "{}")]
    [TestCase("doctor", """{"plcs":[{}]}""")]
    [TestCase("health", "{}")]
    [TestCase("health", "[1]")]
    public async Task What_is_no_bridge_is_told_so(string command, string answer, CancellationToken cancellationToken)
    {
        using var map = new MapText().With(
            "map.yaml",
            "server: { security: [None], anonymous: read }\nplcs: [ { name: Line1, host: 127.0.0.1, tags: [ { name: A, address: MW0, type: Int } ] } ]"
        );
        using var fake = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        var path = LocalSocket.ToServe(map.PathOf("map.yaml"));
        fake.Bind(new UnixDomainSocketEndPoint(path));
        fake.Listen(1);
        try
        {
            var running = Shell.RunAsync(command, map.PathOf("map.yaml"));
            using (var caller = await fake.AcceptAsync(cancellationToken))
                await caller.SendAsync(Encoding.UTF8.GetBytes(answer + "\n"), cancellationToken);
            var shell = await running;
            Assert.That(shell.ExitCode, Is.EqualTo(1));
            Assert.That(shell.Error, Does.Contain("does not answer as this version expects").And.Not.Contain("internal error"));
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static void RequireRoot()
    {
        if (!Environment.IsPrivilegedProcess)
            Assert.Ignore("Only root can make a folder somebody else's.");
    }

    private static void Run(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.That(process.ExitCode, Is.Zero);
    }
}
