using S7OpcBridge.Core;
using S7OpcBridge.Map.Compiling;

namespace S7OpcBridge.Map.Tests;

public class SharedPathsTests
{
    [Test]
    public void Equal_folders_and_equal_last_levels_are_one_text()
    {
        var paths = new SharedPaths();
        var (a, _, c) = (
            paths.Share("Line/Motor1/Speed"),
            paths.Share("Valve"),
            paths.Share("Line/Motor1/" + new string("Speed".AsSpan()))
        );

        Assert.That(c, Is.EqualTo((TagPath)"Line/Motor1/Speed"));
        Assert.That(c.Folder, Is.SameAs(a.Folder));
        Assert.That(c.Leaf, Is.SameAs(a.Leaf));
    }

    [Test]
    public void A_tag_below_its_PLC_has_no_folder() => Assert.That(new SharedPaths().Share("Valve"), Is.EqualTo(new TagPath("", "Valve")));
}
