using S7OpcBridge.History.Tests;

return args switch
{
    ["write", var folder] => await ChildStore.WriteAsync(folder),
    ["full", var folder] => await ChildStore.FillDiskAsync(folder),
    _ => 2,
};
