using System.Diagnostics;

namespace S7OpcBridge.Map.Tests;

/// <summary>Which files with secrets are taken for private.</summary>
[Platform("Linux"), System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class SecretFileTests
{
    private string _path = "";

    [SetUp]
    public void MakeFile() => _path = Path.GetTempFileName();

    [TearDown]
    public void DeleteFile() => File.Delete(_path);

    [TestCase(0b110_000_000, false)]
    [TestCase(0b100_000_000, false)]
    [TestCase(0b110_000_100, true)]
    [TestCase(0b110_100_000, true)]
    [TestCase(0b110_010_000, true)]
    [TestCase(0b110_110_000, true)]
    [TestCase(0b110_000_010, true)]
    public void Only_its_owner_may_read_or_write_it(int mode, bool isOpen)
    {
        File.SetUnixFileMode(_path, (UnixFileMode)mode);
        Assert.That(SecretFile.IsOpenToOthers(_path, isRoot: true), Is.EqualTo(isOpen));
    }

    [Test]
    public async Task The_group_may_read_what_belongs_to_root_and_nothing_else()
    {
        Assume.That(Environment.IsPrivilegedProcess, "only root can give files away");
        File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        Assert.That(SecretFile.IsOpenToOthers(_path, isRoot: false), Is.False, "root hands it to a service");
        Assert.That(SecretFile.IsOpenToOthers(_path, isRoot: true), Is.True, "root's own file");
        using var chown = Process.Start("chown", ["1654:1654", _path]);
        await chown.WaitForExitAsync();
        Assert.That(SecretFile.IsOpenToOthers(_path, isRoot: false), Is.True, "the service's own file");
    }

    [Test]
    public void A_link_is_judged_by_the_file_that_it_leads_to()
    {
        File.SetUnixFileMode(_path, UnixFileMode.UserRead);
        var link = $"{_path}.link";
        File.CreateSymbolicLink(link, _path);
        try
        {
            Assert.That(SecretFile.IsOpenToOthers(link), Is.False);
            File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.OtherRead);
            Assert.That(SecretFile.IsOpenToOthers(link), Is.True);
        }
        finally
        {
            File.Delete(link);
        }
    }
}
