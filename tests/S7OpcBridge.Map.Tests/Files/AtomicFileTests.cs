using System.Diagnostics;

namespace S7OpcBridge.Map.Tests;

/// <summary>Whom a file belongs to that an administrator writes for a service of another user.</summary>
[Platform("Linux")]
public sealed class AtomicFileTests
{
    private const uint Service = 54321;
    private const UnixFileMode GroupReads = AtomicFile.Secret | UnixFileMode.GroupRead;

    private string _folder = "";

    private string File => Path.Combine(_folder, "users.yaml");

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void What_root_makes_in_the_folder_of_a_service_belongs_to_the_service_alone()
    {
        Run("chown", $"{Service}:{Service}", _folder);
        AtomicFile.Write(File, "a", AtomicFile.Secret);
        Assert.That((FileOwner.Read(File), ModeOf(File)), Is.EqualTo(((FileOwner?)new FileOwner(Service, Service), AtomicFile.Secret)));
    }

    [Test]
    public void What_root_replaces_stays_whose_it_was_and_readable_for_its_group()
    {
        AtomicFile.Write(File, "a", AtomicFile.Secret);
        Run("chown", $"0:{Service}", File);
        if (!OperatingSystem.IsWindows())
            System.IO.File.SetUnixFileMode(File, GroupReads);
        AtomicFile.Write(File, "b", AtomicFile.Secret);
        Assert.That(
            (FileOwner.Read(File), ModeOf(File), System.IO.File.ReadAllText(File)),
            Is.EqualTo(((FileOwner?)new FileOwner(FileOwner.Root, Service), GroupReads, "b"))
        );
        Assert.That(
            (SecretFile.IsOpenToOthers(File, isRoot: false), SecretFile.IsOpenToOthers(File, isRoot: true)),
            Is.EqualTo((false, true)),
            "the service of that group takes it"
        );
    }

    [Test]
    public void A_secret_that_everybody_could_read_is_one_again_when_it_is_written()
    {
        System.IO.File.WriteAllText(File, "a");
        Run("chmod", "604", File);
        AtomicFile.Write(File, "b", AtomicFile.Secret);
        Assert.That(ModeOf(File), Is.EqualTo(AtomicFile.Secret));
    }

    private static UnixFileMode ModeOf(string path) => OperatingSystem.IsWindows() ? 0 : System.IO.File.GetUnixFileMode(path);

    private static void Run(string program, params string[] arguments)
    {
        if (!Environment.IsPrivilegedProcess)
            Assert.Ignore("Only root gives files away.");
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.That(process.ExitCode, Is.Zero);
    }
}
